import type { AccentShades } from '@tradepost/contracts/site';
import type { ThemeConfig } from 'antd';

/** What replaces the product's own shades where the installation has an accent colour. */
export const accentTokens = (of: AccentShades): NonNullable<ThemeConfig['token']> => ({
  colorPrimary: of.primary,
  colorPrimaryHover: of.hover,
  colorPrimaryActive: of.active,
  colorPrimaryBg: of.tint,
  colorPrimaryBgHover: of.tintHover,
  controlItemBgActive: of.tint,
  controlItemBgActiveHover: of.tintHover,
  colorInfo: of.link,
  colorInfoBg: of.tint,
  colorInfoBorder: of.border,
  colorLink: of.link,
  colorLinkHover: of.linkHover,
});

export const accentButton = (of: AccentShades) => ({
  colorPrimaryHover: of.hover,
  colorPrimaryActive: of.active,
  defaultHoverColor: of.link,
  defaultHoverBorderColor: of.link,
  defaultActiveColor: of.link,
});
