import { array, count, inheritedKeys, object, singleLine, string, text } from '../values/fields';

/** Characters of a preview, and of a profile as JSON. */
export const maxInsight = 16 * 1024;

export const columnTypes = ['text', 'integer', 'number', 'date', 'boolean', 'empty'] as const;

/** Columns and row count of a table, which the browser detects before the upload. */
export interface FileProfile {
  rows: number;
  /** The profiled sheet of a workbook. */
  sheet?: string | undefined;
  columns: { name: string; type: (typeof columnTypes)[number]; empty?: number | undefined }[];
}

export interface Insight {
  profile: FileProfile | null;
  /** The first rows as CSV text. */
  preview: string | null;
}

const tooMuch = ({ path }: { path: string }) => `${path} may have at most ${maxInsight / 1024} KB`;
export const preview = () => text(maxInsight);
/** A profile may be JSON text, because multipart fields are text. */
export const profile = () =>
  object({
    rows: count().required(),
    sheet: singleLine(200),
    columns: array(object({ name: text(200).required(), type: string().oneOf(columnTypes).required(), empty: count() }))
      .required()
      .max(500),
  })
    .transform((value, original) => (typeof original === 'string' ? parsed(original) : value))
    .typeError('profile is not valid')
    .test('size', tooMuch, (value) => !value || JSON.stringify(value).length <= maxInsight)
    .default(undefined)
    .optional();

function parsed(json: string): unknown {
  try {
    return JSON.parse(json, (key, value: unknown) => (inheritedKeys.has(key) ? undefined : value));
  } catch {
    return json;
  }
}
