import { sitePages, type AccentShades, type SitePage } from '@tradepost/contracts/site';
import { siteInfoOf, type BrandingConfig } from '@tradepost/service-kit/branding/settings';

/** What every mail of an installation has in common. */
export interface MailSite {
  name: string;
  links: { label: string; link: string }[];
  accent: { light: Shades; dark: Shades };
}

type Shades = Pick<AccentShades, 'primary' | 'tint' | 'link'>;

/** Contrast is at least 4.5:1 in both schemes. */
const own: MailSite['accent'] = {
  light: { primary: '#0f6b66', tint: '#e2f1ef', link: '#0f6b66' },
  dark: { primary: '#0f6b66', tint: '#15312f', link: '#5cc9bf' },
};

const labels: Record<SitePage, string> = { terms: 'Terms', privacy: 'Privacy', help: 'Help', status: 'Status' };

export function mailSiteOf(config: BrandingConfig & { ORIGIN: string }): MailSite {
  const { name, accent } = siteInfoOf(config);
  return {
    name,
    links: sitePages.map((page) => ({ label: labels[page], link: `${config.ORIGIN}/${page}` })),
    accent: accent ?? own,
  };
}
