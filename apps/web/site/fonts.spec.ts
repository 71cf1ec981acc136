import { withoutFonts } from './fonts';

test('fonts that are loaded leave the style sheet; fonts of the device and other rules stay', () => {
  const loaded = ['a', 'b'].map((name) => `@font-face{font-family:${name};src:url(/${name}.woff2)format("woff2")}`);
  const stay = ['@font-face{font-family:c;src:local(Arial)}', '.d{background:url(/d.svg)}'];
  expect(withoutFonts(loaded[0] + stay.join('') + loaded[1])).toEqual({ css: stay.join(''), fonts: loaded.join('') });
});
