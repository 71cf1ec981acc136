import { UsageError } from './exit';

const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** A future time as ISO 8601, from a duration (`30m`, `12h`, `7d`, `2w`) or a date or time. @throws UsageError */
export function momentOf(text: string, now = Date.now()): string {
  const at = timeOf(text, now, 1);
  if (at <= now) throw new UsageError(`${text} is in the past`);
  return new Date(at).toISOString();
}

/** A past time as ISO 8601, from how long ago it was (`12h`, `7d`) or a date or time. @throws UsageError */
export function startOf(text: string, now = Date.now()): string {
  const at = timeOf(text, now, -1);
  if (at >= now) throw new UsageError(`${text} is in the future`);
  return new Date(at).toISOString();
}

function timeOf(text: string, now: number, direction: 1 | -1): number {
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  const at =
    count && unit
      ? now + direction * Number(count) * unitMs[unit]!
      : /^\d{4}-\d{2}-\d{2}/.test(text)
        ? Date.parse(text)
        : Number.NaN;
  if (Number.isNaN(at) || Math.abs(at) > 8.64e15)
    throw new UsageError(`${text} is neither a time like 7d or 12h nor a date like 2030-01-31`);
  return at;
}
