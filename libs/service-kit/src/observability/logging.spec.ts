import pino from 'pino';
import { log } from './logging';

it('is one line of JSON with the time in UTC, whatever a value contains', () => {
  const stream = (log as unknown as Record<symbol, { write: (line: string) => void }>)[pino.symbols.streamSym];
  const lines: string[] = [];
  log.level = 'error';
  jest.spyOn(stream!, 'write').mockImplementation((line) => void lines.push(line));
  const given = 'a\n{"level":60,"msg":"forged"} %s %d \u2028';
  log.error({ given }, 'a call failed');
  expect(lines).toEqual([expect.stringMatching(/^[^\n]*\n$/)]);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 50,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    given,
    msg: 'a call failed',
  });
});
