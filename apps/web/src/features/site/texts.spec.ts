import * as ar from './texts/ar';
import * as de from './texts/de';
import * as es from './texts/es';
import * as fr from './texts/fr';
import * as ro from './texts/ro';
import { help } from './texts/help';
import { privacy } from './texts/privacy';
import { terms } from './texts/terms';

/** What a text has apart from its words: kinds of lines, links and marked words. */
const shapeOf = (text: string) => ({
  lines: text.split('\n').map((line) => /^(#+|\d\.|-|\|(-+\|)*)?/.exec(line)![0]),
  links: text.match(/\]\([^)]*\)/g),
  marked: text.match(/\*\*[^*]+\*\*/g)?.length,
});

const english = { help, privacy, terms };
const pages = Object.keys(english) as (keyof typeof english)[];

it.each(Object.entries({ de, fr, es, ro, ar }))(
  'the default pages in %s have all parts of the English ones',
  (_language, texts) => {
    for (const page of pages) expect(shapeOf(texts[page])).toEqual(shapeOf(english[page]));
  },
);
