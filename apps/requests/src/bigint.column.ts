/** PostgreSQL's driver gives bigint as text; sizes and checksums here are safe integers. */
export const safeInteger = {
  from: (value: string | null) => (value === null ? null : Number(value)),
  to: (value: number | null) => value,
};
