import type { AccentShades, SiteInfo } from '@tradepost/contracts/site';

type Rgb = readonly [number, number, number];

/** Least contrast of text, WCAG 2.2 AA. */
export const textContrast = 4.5;
/** Least contrast of a button with what is behind it, WCAG 2.2 AA. */
const shapeContrast = 3;

const white = '#ffffff';
const black = '#000000';
/** Of the dark theme: the surface of cards, and the lighter one of dialogs. */
const darkSurface = '#141d1c';
const darkRaised = '#1b2625';

const rgbOf = (colour: string): Rgb => {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const hexOf = (rgb: readonly number[]) =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** @param share of `other`, 0 to 1 */
function mix(colour: string, other: string, share: number): string {
  const [from, to] = [rgbOf(colour), rgbOf(other)];
  return hexOf(from.map((channel, i) => channel + ((to[i] as number) - channel) * share));
}

/** Relative luminance, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours `#rrggbb`, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

export const contrastWithWhite = (colour: string) => contrast(colour, white);

/** The first step from a colour towards another one that has enough contrast with each background. */
function until(colour: string, towards: string, least: number, ...backgrounds: string[]): string {
  for (let percent = 0; percent < 100; percent += 2) {
    const step = mix(colour, towards, percent / 100);
    if (backgrounds.every((background) => contrast(step, background) >= least)) return step;
  }
  return towards;
}

function lightShades(accent: string): AccentShades {
  const tint = mix(white, accent, 0.12);
  const tintHover = mix(white, accent, 0.18);
  const link = until(accent, black, textContrast, tint, tintHover);
  return {
    primary: accent,
    hover: mix(accent, black, 0.12),
    active: mix(accent, black, 0.25),
    tint,
    tintHover,
    border: mix(white, accent, 0.3),
    link,
    linkHover: mix(link, black, 0.25),
  };
}

function darkShades(accent: string): AccentShades {
  const primary = until(accent, white, shapeContrast, darkSurface);
  const tint = mix(darkSurface, accent, 0.25);
  const tintHover = mix(darkSurface, accent, 0.35);
  const link = until(accent, white, textContrast, darkRaised, tint, tintHover);
  return {
    primary,
    hover: mix(primary, black, 0.12),
    active: mix(primary, black, 0.25),
    tint,
    tintHover,
    border: mix(darkSurface, primary, 0.5),
    link,
    linkHover: mix(link, white, 0.3),
  };
}

/** The shades of both themes. @param accent `#rrggbb` with enough contrast with white text */
export const shadesOf = (accent: string): NonNullable<SiteInfo['accent']> => ({
  light: lightShades(accent),
  dark: darkShades(accent),
});
