import { object } from 'yup';
import { readConfig } from '../runtime/config';
import { contrast } from './accent';
import { brandingSettings, siteInfoOf } from './settings';

const read = (env: Record<string, string>) => readConfig(object(brandingSettings), env);

test('an installation without settings has the name and colours of the product', () => {
  expect(siteInfoOf(read({}))).toEqual({ name: 'Tradepost', accent: null });
});

test.each([
  ['#ffcc00', 'ACCENT_COLOUR is too light: white text on it has a contrast of 1.5:1 and needs 4.5:1'],
  ['teal', 'ACCENT_COLOUR must be a colour such as #0f6b66'],
  ['#0f6b66; } body { display: none', 'ACCENT_COLOUR must be a colour such as #0f6b66'],
])('the colour %s stops the start and the error says why', (ACCENT_COLOUR, fault) => {
  expect(() => read({ ACCENT_COLOUR })).toThrow(`Settings: ${fault}. See docs/configuration.md.`);
});

test.each([['x'.repeat(41)], ['Two\nlines'], ['Bell\u0007'], ['\u202eabc']])(
  'the name %j stops the start',
  (PRODUCT_NAME) => {
    expect(() => read({ PRODUCT_NAME })).toThrow('PRODUCT_NAME must be one line of at most 40 characters');
  },
);

const colours = [
  '#0f6b66',
  '#000000',
  '#7a1f5c',
  '#0000ff',
  '#b00020',
  '#1a5fb4',
  '#767676',
  '#006400',
  '#3d2b1f',
  '#C01C28',
];

test.each(colours)('every shade of %s is readable in both themes', (ACCENT_COLOUR) => {
  const { accent } = siteInfoOf(read({ ACCENT_COLOUR }));
  const surfaces = { light: ['#ffffff', '#f5f7f7'], dark: ['#0b1110', '#141d1c', '#1b2625'] };
  for (const theme of ['light', 'dark'] as const) {
    const { primary, hover, active, tint, tintHover, link, linkHover } = accent![theme];
    for (const behind of [primary, hover, active]) expect(contrast('#ffffff', behind)).toBeGreaterThanOrEqual(4.5);
    for (const behind of [...surfaces[theme], tint, tintHover])
      for (const text of [link, linkHover]) expect(contrast(text, behind)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(primary, surfaces[theme][1]!)).toBeGreaterThanOrEqual(3);
  }
});
