const loadedFont = /@font-face\{[^{}]*url\([^{}]*\}/g;

/** Separates the rules of fonts that are loaded from all others: public/start.js adds them after the first text, which is painted without them. */
export const withoutFonts = (css: string): { css: string; fonts: string } => ({
  css: css.replace(loadedFont, ''),
  fonts: (css.match(loadedFont) ?? []).join(''),
});
