import type { SiteInfo } from '@tradepost/contracts/site';
import { string } from 'yup';
import { statesRule } from '../runtime/config';
import { contrastWithWhite, shadesOf, textContrast } from './accent';

const colour = /^#[0-9a-f]{6}$/i;

/** Settings of the apps that show the product's name and colour. */
export const brandingSettings = {
  PRODUCT_NAME: string()
    .trim()
    .test(statesRule, 'PRODUCT_NAME must be one line of at most 40 characters', (name) =>
      /^[^\p{C}]{1,40}$/u.test(name ?? ''),
    )
    .default('Tradepost'),
  /** `#0f6b66`. Absent: the product's own colours. */
  ACCENT_COLOUR: string()
    .lowercase()
    .test(
      statesRule,
      'ACCENT_COLOUR must be a colour such as #0f6b66',
      (given) => given === undefined || colour.test(given),
    )
    .test(statesRule, (given, { createError }) => {
      if (given === undefined || !colour.test(given)) return true;
      const ratio = contrastWithWhite(given);
      if (ratio >= textContrast) return true;
      return createError({
        message: `ACCENT_COLOUR is too light: white text on it has a contrast of ${ratio.toFixed(1)}:1 and needs ${textContrast}:1`,
      });
    }),
};

export interface BrandingConfig {
  PRODUCT_NAME: string;
  ACCENT_COLOUR?: string | undefined;
}

export const siteInfoOf = ({ PRODUCT_NAME, ACCENT_COLOUR }: BrandingConfig): SiteInfo => ({
  name: PRODUCT_NAME,
  accent: ACCENT_COLOUR === undefined ? null : shadesOf(ACCENT_COLOUR),
});
