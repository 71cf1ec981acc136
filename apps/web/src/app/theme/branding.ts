import { siteThemes, type AccentShades, type SiteInfo } from '@tradepost/contracts/site';
import { create } from 'zustand';
import { nameProduct } from '../../i18n/t';

declare global {
  interface Window {
    /** The answer of `/api/site`, which public/start.js asks for before the app is loaded. */
    siteInfo?: Promise<unknown>;
  }
}

const key = 'site';
const shades = [
  'primary',
  'hover',
  'active',
  'tint',
  'tintHover',
  'border',
  'link',
  'linkHover',
] as const satisfies (keyof AccentShades)[];
const colour = /^#[0-9a-f]{6}$/;
const longestName = 40;

const own: SiteInfo = { name: 'Tradepost', accent: null };

const isObject = (given: unknown): given is Record<string, unknown> => typeof given === 'object' && given !== null;
const isShade = (given: unknown) => typeof given === 'string' && colour.test(given);

/** A colour goes into style sheets: nothing but a colour may be one. */
const isAccent = (given: unknown): given is SiteInfo['accent'] =>
  given === null ||
  (isObject(given) &&
    siteThemes.every((theme) => {
      const of = given[theme];
      return isObject(of) && shades.every((shade) => isShade(of[shade]));
    }));

/** What a server or an earlier visit says of the installation; null if it is nothing that this app could show. */
export function siteInfoFrom(given: unknown): SiteInfo | null {
  if (!isObject(given) || !isAccent(given.accent)) return null;
  const { name, accent } = given;
  return typeof name === 'string' && name.length > 0 && name.length <= longestName ? { name, accent } : null;
}

function ofLastVisit(): SiteInfo | null {
  try {
    return siteInfoFrom(JSON.parse(localStorage.getItem(key) ?? 'null'));
  } catch {
    return null;
  }
}

/** Name and colours of the installation: at once those of the last visit, then the server's. */
export const useBranding = create<SiteInfo>(() => ofLastVisit() ?? own);

nameProduct(useBranding.getState().name);
useBranding.subscribe(({ name }) => nameProduct(name));

export async function followSiteInfo(): Promise<void> {
  const site = siteInfoFrom(await window.siteInfo);
  if (!site) return;
  useBranding.setState(site);
  localStorage.setItem(key, JSON.stringify(site));
}

let named: Promise<void> | undefined;

/**
 * When the texts of a screen may be read: many are constants, which keep the name that was known when they were loaded. Only a
 * first visit waits, for an answer that was requested before the scripts.
 */
export const nameKnown = (): Promise<void> => (named ??= ofLastVisit() ? Promise.resolve() : followSiteInfo());

export const useProductName = () => useBranding(({ name }) => name);
