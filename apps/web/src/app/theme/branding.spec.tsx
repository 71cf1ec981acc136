import type { AccentShades } from '@tradepost/contracts/site';
import { t } from '../../i18n/t';
import { followSiteInfo, siteInfoFrom, useBranding } from './branding';

const shades: AccentShades = {
  primary: '#7a1f5c',
  hover: '#6b1b51',
  active: '#5c1745',
  tint: '#efe4eb',
  tintHover: '#e7d7e1',
  border: '#d7bcce',
  link: '#7a1f5c',
  linkHover: '#5c1745',
};
const site = { name: 'Harbour', accent: { light: shades, dark: shades } };

afterEach(() => delete window.siteInfo);

test('the installation’s name and colours are used, also in texts and for the next visit', async () => {
  window.siteInfo = Promise.resolve(site);
  await followSiteInfo();
  expect(useBranding.getState()).toEqual(site);
  expect(t('Open Tradepost')).toBe('Open Harbour');
  expect(JSON.parse(localStorage.getItem('site')!)).toEqual(site);
});

test.each([
  [
    'style rules as a colour',
    { ...site, accent: { light: { ...shades, link: 'red; } * { display: none }' }, dark: shades } },
  ],
  ['a theme that is missing', { ...site, accent: { light: shades } }],
  ['a text as long as a page', { ...site, name: 'x'.repeat(41) }],
  ['an error', { type: 'about:blank', status: 503 }],
  ['nothing', null],
])('%s is ignored', (_what, given) => expect(siteInfoFrom(given)).toBeNull());

test('a missing answer changes nothing', async () => {
  const before = useBranding.getState();
  window.siteInfo = Promise.resolve(null);
  await followSiteInfo();
  expect(useBranding.getState()).toBe(before);
});

const freshBranding = () =>
  new Promise<typeof import('./branding')>((resolve, reject) => {
    jest.isolateModulesAsync(() => import('./branding').then(resolve)).catch(reject);
  });

test('a first visit waits for the name', async () => {
  let answer: (given: unknown) => void = () => undefined;
  window.siteInfo = new Promise((resolve) => (answer = resolve));
  const { nameKnown, useBranding: branding } = await freshBranding();
  const known = nameKnown().then(() => branding.getState().name);
  answer(site);
  expect(await known).toBe('Harbour');
});

test('a later visit waits for nothing', async () => {
  localStorage.setItem('site', JSON.stringify(site));
  window.siteInfo = new Promise(() => undefined);
  const { nameKnown, useBranding: branding } = await freshBranding();
  await nameKnown();
  expect(branding.getState().name).toBe('Harbour');
});
