import { lineThrough } from './trend';

it('finds the line that points lie on', () => {
  const { slope, at0 } = lineThrough([1, 2, 5, 9].map((x) => ({ x, y: 7 - 3 * x })));
  expect(slope).toBeCloseTo(-3);
  expect(at0).toBeCloseTo(7);
});

it('is flat for what goes up and down around one value, and for a single point', () => {
  expect(lineThrough([1, 2, 3, 4].map((x, n) => ({ x, y: [5, 7, 7, 5][n] as number }))).slope).toBeCloseTo(0);
  expect(lineThrough([{ x: 1, y: 4 }])).toEqual({ slope: 0, at0: 4 });
});
