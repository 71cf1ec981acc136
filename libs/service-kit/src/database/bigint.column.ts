/** Column transformer: PostgreSQL's driver returns bigint as text. For values below 2^53 only. */
export const safeInteger = {
  from: (value: string | null) => (value === null ? null : Number(value)),
  to: (value: number | null) => value,
};
