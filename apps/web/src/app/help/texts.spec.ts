import { languages } from '@tradepost/contracts/values/language';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screenTexts } from '../../test/source-texts';
import type { HelpText } from './topic';

const textsIn = (language: string): Record<string, HelpText> =>
  JSON.parse(readFileSync(join(__dirname, `texts/${language}.json`), 'utf8'));

const marked = (text: string) => text.split('**').filter((_, i) => i % 2 === 1);

/** What a text has apart from its words. */
const shapesOf = (texts: Record<string, HelpText>) =>
  Object.entries(texts).map(([topic, { about, tasks, next }]) => ({
    topic,
    about: marked(about),
    tasks: tasks.map(marked),
    next: marked(next),
  }));

const english = textsIn('en');

it('uses the names of buttons and screens', () => {
  const shown = screenTexts(join(__dirname, '../..'));
  const names = Object.values(english).flatMap(({ about, tasks, next }) => [about, ...tasks, next].flatMap(marked));
  expect(names.filter((name) => !shown.has(name))).toEqual([]);
});

it.each(languages)('has all parts of the English help in %s', (language) => {
  expect(shapesOf(textsIn(language))).toEqual(shapesOf(english));
});

it.each(languages)('has three or four tasks, none of them empty, in %s', (language) => {
  for (const { about, tasks, next } of Object.values(textsIn(language))) {
    expect(tasks.length).toBeLessThanOrEqual(4);
    for (const text of [about, ...tasks, next]) expect(text.trim()).not.toBe('');
  }
});
