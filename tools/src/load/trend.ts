export interface Point {
  x: number;
  y: number;
}

/** The straight line with the least squares: how much y grows with each x, and y at 0. Fewer than two different x have no slope. */
export function lineThrough(points: readonly Point[]): { slope: number; at0: number } {
  const n = points.length;
  const [meanX, meanY] = [sum(points.map(({ x }) => x)) / n, sum(points.map(({ y }) => y)) / n];
  const spread = sum(points.map(({ x }) => (x - meanX) ** 2));
  const slope = spread > 0 ? sum(points.map(({ x, y }) => (x - meanX) * (y - meanY))) / spread : 0;
  return { slope, at0: meanY - slope * meanX };
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
