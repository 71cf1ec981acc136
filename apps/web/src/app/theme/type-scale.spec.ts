import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { themeOf } from './theme';

/** Pixels. */
const sizes = [13, 14, 16, 20, 28];
const weights = ['400', '500', '600'];

const source = join(__dirname, '../..');
const rules = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .flatMap((path) =>
    [...readFileSync(join(source, path), 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(
      ([, selector = '', body = '']) => ({
        where: `${path} ${selector.trim()}`,
        body,
      }),
    ),
  );

/** Pictures have sizes of their own. */
const isText = ({ where }: { where: string }) => !/icon$/i.test(where);

test('texts have one of the five sizes', () => {
  const others = rules
    .filter(isText)
    .filter(({ body }) =>
      [...body.matchAll(/\bfont(?:-size)?:[^;]*?\b(\d+)px/g)].some(([, px]) => !sizes.includes(Number(px))),
    );
  expect(others.map(({ where }) => where)).toEqual([]);
});

test('texts have one of the three weights', () => {
  const others = rules
    // a font has all weights
    .filter(({ where }) => !where.endsWith('@font-face'))
    .filter(({ body }) =>
      [...body.matchAll(/font-weight:\s*(\d+)/g)].some(([, weight = '']) => !weights.includes(weight)),
    );
  expect(others.map(({ where }) => where)).toEqual([]);
});

test('components of antd have them too', () => {
  const { token = {}, components = {} } = themeOf('light', false, null);
  const given = [token, ...Object.values(components)].flatMap((values) =>
    Object.entries(values as Record<string, unknown>).filter(([name]) => /fontSize/i.test(name)),
  );
  expect(given.filter(([, px]) => !sizes.includes(px as number))).toEqual([]);
});
