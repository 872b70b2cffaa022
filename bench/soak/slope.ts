// Fits a straight line to samples by least squares.

interface Point {
  x: number;
  y: number;
}

interface Slope {
  perX: number;
  /** The standard error of `perX`. It is too small when consecutive samples are correlated. */
  error: number;
}

export function slopeOf(points: readonly Point[]): Slope {
  const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  const sum = (of: (point: Point) => number) =>
    points.reduce((total, point) => total + of(point), 0);
  const squares = sum(({ x }) => (x - meanX) ** 2);
  const perX = sum(({ x, y }) => (x - meanX) * (y - meanY)) / squares;
  const left = sum(({ x, y }) => (y - meanY - perX * (x - meanX)) ** 2);
  return { perX, error: Math.sqrt(left / (points.length - 2) / squares) };
}

const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length;
