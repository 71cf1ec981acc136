const boundary = 'boundary-of-parts';

export const formType = `multipart/form-data; boundary=${boundary}`;
export const formEnd = Buffer.from(`--${boundary}--\r\n`);

const quoted = (text: string) => text.replace(/["\r\n]/g, '_');

export interface SentFile {
  name: string;
  content: Buffer;
}

export const fieldPart = (name: string, value: unknown): Buffer =>
  Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${typeof value === 'string' ? value : JSON.stringify(value)}\r\n`,
  );

export const filePart = (name: string, { name: fileName, content }: SentFile): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${quoted(fileName)}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ]);
