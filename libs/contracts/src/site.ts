/** Shades of the accent colour in one theme, `#rrggbb`. */
export interface AccentShades {
  /** Behind white text. */
  primary: string;
  hover: string;
  active: string;
  /** Behind text in `link`. */
  tint: string;
  tintHover: string;
  border: string;
  /** As text. */
  link: string;
  linkHover: string;
}

export const siteThemes = ['light', 'dark'] as const;

/** Name and colours of an installation. `accent` is null for the product's own colours. */
export interface SiteInfo {
  name: string;
  accent: Record<(typeof siteThemes)[number], AccentShades> | null;
}

/** Pages that the operator of an installation can write. */
export const sitePages = ['terms', 'privacy', 'help', 'status'] as const;
export type SitePage = (typeof sitePages)[number];

/** The operator's text in Markdown; null if the operator has written none. */
export interface SitePageText {
  markdown: string | null;
}
