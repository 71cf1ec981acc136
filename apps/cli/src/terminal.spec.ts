import { ApiError } from '@tradepost/client/api/api-error';
import { messageOf } from './exit';
import { Output } from './output';

/** Every character that controls a terminal or turns the reading direction, and what makes sequences of them. */
const hostile = `${String.fromCharCode(...Array.from({ length: 32 }, (_, n) => n))}\u001b]0;title\u0007\u001b[2J\u007f${String.fromCharCode(
  ...Array.from({ length: 32 }, (_, n) => 0x80 + n),
)}\u009b2J\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069`;
const controls = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** What the command line writes. */
function written(write: () => void): string {
  const pieces: string[] = [];
  const streams = [process.stdout, process.stderr].map((stream) =>
    jest.spyOn(stream, 'write').mockImplementation((piece) => {
      pieces.push(String(piece));
      return true;
    }),
  );
  write();
  for (const stream of streams) stream.mockRestore();
  return pieces.join('');
}

/** Without the line breaks that end each line. */
const lines = (text: string) => text.replaceAll('\n', '');

it.each<[string, (out: Output) => void]>([
  ['a message', (out) => out.note(hostile)],
  ['a result', (out) => out.value({ note: hostile }, hostile)],
  ['a list', (out) => out.list([{ note: hostile }], [['Note', ({ note }) => note]])],
])('shows nothing of others that controls the terminal: %s', (_what, show) => {
  for (const json of [false, true]) expect(lines(written(() => show(new Output(json))))).not.toMatch(controls);
});

it('does not change JSON', () => {
  expect(JSON.parse(written(() => new Output(true).value({ note: hostile }, '')))).toEqual({ note: hostile });
});

it.each([
  ['of a server', new ApiError(hostile, { code: 'TRANSFER_REVOKED', status: 410, requestId: hostile })],
  ['with fields', new ApiError('x', { errors: [{ field: hostile, message: hostile }] })],
  ['of a path', Object.assign(new Error(hostile), { syscall: 'open', code: 'ENOENT', path: hostile })],
  ['of any kind', new Error(hostile)],
])('shows an error %s without control characters', (_source, error) => expect(messageOf(error)).not.toMatch(controls));
