import { withSplash } from './splash';

const page = '<div id="root"><img class="splash" src="/favicon.svg" alt="" /></div>';

test('the picture of the page that loads is a part of it, and needs no request', () => {
  const [, source = ''] = /src="([^"]+)"/.exec(withSplash(page, '<svg>\n  <path d="M1 1$&" />\n</svg>\n')) ?? [];
  expect(decodeURIComponent(source)).toBe('data:image/svg+xml,<svg> <path d="M1 1$&" /> </svg>');
});

test('a page without it is not built', () => {
  expect(() => withSplash('<div id="root"></div>', '<svg />')).toThrow('no splash');
});
