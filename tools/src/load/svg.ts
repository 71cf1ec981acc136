import type { Point } from './trend';

export interface Line {
  name: string;
  points: readonly Point[];
  /** Not of measured values. */
  isDashed?: boolean;
}

export interface Graph {
  title: string;
  xLabel: string;
  yLabel: string;
  lines: readonly Line[];
}

const [width, height] = [760, 320];
const margin = { top: 36, right: 16, bottom: 64, left: 64 };
/** Paul Tol's bright scheme, which people with any colour vision can tell apart. */
const colours = ['#4477aa', '#ee6677', '#228833', '#ccbb44', '#66ccee', '#aa3377', '#777777'];
const wantedTicks = 6;

/** A graph as a file of its own; y begins at 0. */
export function svgOf({ title, xLabel, yLabel, lines }: Graph): string {
  const points = lines.flatMap(({ points: of }) => of);
  const [mostX, mostY] = [highest(points.map(({ x }) => x)), highest(points.map(({ y }) => y))];
  const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };
  const left = (x: number) => rounded(margin.left + (x / mostX) * inner.width);
  const top = (y: number) => rounded(margin.top + inner.height - (y / mostY) * inner.height);
  const bottom = margin.top + inner.height;
  const grid = [
    ...ticksTo(mostY).flatMap((y) => [
      `<path d="M${margin.left} ${top(y)}H${margin.left + inner.width}" stroke="#ddd"/>`,
      `<text x="${margin.left - 6}" y="${top(y) + 4}" text-anchor="end">${y}</text>`,
    ]),
    ...ticksTo(mostX).map((x) => `<text x="${left(x)}" y="${bottom + 16}" text-anchor="middle">${x}</text>`),
  ];
  const drawn = lines.flatMap(({ name, points: of, isDashed }, n) => {
    const colour = colours[n % colours.length];
    const at = margin.left + n * (inner.width / Math.max(lines.length, 4));
    return [
      `<polyline fill="none" stroke="${colour}" stroke-width="1.5"${isDashed ? ' stroke-dasharray="5 4"' : ''} points="${of.map(({ x, y }) => `${left(x)},${top(y)}`).join(' ')}"/>`,
      `<path d="M${rounded(at)} ${height - 12}h14" stroke="${colour}" stroke-width="3"/>`,
      `<text x="${rounded(at) + 18}" y="${height - 8}">${escaped(name)}</text>`,
    ];
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" role="img" aria-label="${escaped(title)}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${margin.left}" y="20" font-size="14" font-weight="bold">${escaped(title)}</text>`,
    ...grid,
    `<text x="${margin.left + inner.width / 2}" y="${bottom + 34}" text-anchor="middle">${escaped(xLabel)}</text>`,
    `<text transform="translate(14 ${margin.top + inner.height / 2}) rotate(-90)" text-anchor="middle">${escaped(yLabel)}</text>`,
    ...drawn,
    '</svg>',
  ].join('\n')}\n`;
}

const highest = (values: number[]) => values.reduce((most, value) => Math.max(most, value), 0) || 1;
const rounded = (value: number) => Math.round(value * 10) / 10;
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Round values from 0 to at most this one. */
function ticksTo(most: number): number[] {
  const rough = most / wantedTicks;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, n) => Number((n * step).toPrecision(6)));
}
