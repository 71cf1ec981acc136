import { areCommitted, readableText } from '@tradepost/proofs/personal-text';
import { company, foundInText, ipAddress, person, textOf, withoutMarks, withReferences } from './personal-texts';

const fieldsOf = (message: string) =>
  withReferences({ actor: person('Ann@Trade.example'), ip: ipAddress('u-ann', '192.0.2.1'), message });
const readable = ({ message, texts }: ReturnType<typeof fieldsOf>) => readableText(message, texts);

it('refers to each personal text once', () => {
  const entry = fieldsOf(
    `${person('Ann@Trade.example')} left ${company('c-bob', 'Bob Ltd')}: ${textOf('c-bob', 'tired')}`,
  );
  expect(entry.texts.map(({ place, subject, text }) => [place, subject, text])).toEqual([
    [1, 'ann@trade.example', 'Ann@Trade.example'],
    [2, 'u-ann', '192.0.2.1'],
    [3, 'c-bob', 'Bob Ltd'],
    [4, 'c-bob', 'tired'],
  ]);
  expect(JSON.stringify([entry.actor, entry.ip, entry.message])).not.toMatch(/ann|bob|tired|192/i);
  expect(readable(entry)).toBe('Ann@Trade.example left Bob Ltd: tired');
  expect(readableText(entry.message, [])).toBe('deleted person left deleted company: deleted text');
});

it('commits to texts with a salt, so that they cannot be guessed and changes are detected', () => {
  const [one, other] = [fieldsOf('x'), fieldsOf('x')];
  expect(one.commitments).toHaveLength(2);
  expect(one.commitments).not.toEqual(other.commitments);
  const texts = one.texts.map(({ salt, text }) => ({ salt: salt.toString('base64url'), text }));
  expect(areCommitted(one.commitments, texts)).toBe(true);
  expect(areCommitted(one.commitments, [null, texts[1]!])).toBe(true);
  expect(areCommitted(one.commitments, texts.slice(1))).toBe(false);
  expect(areCommitted(one.commitments, [texts[1]!, texts[0]!])).toBe(false);
});

it.each([
  ['uploaded for-bob@x.example.csv to Trade', 'for-bob@x.example.csv'],
  ['rejected a.csv: write to <bob@bücher.example>, please', 'bob@bücher.example'],
])('finds addresses in user texts: %s', (message, found) => {
  const entry = fieldsOf(message);
  expect(entry.texts.slice(2).map(({ subject, text }) => [subject, text])).toEqual([[foundInText, found]]);
  expect(entry.message).not.toContain('bob');
  expect(readable(entry)).toBe(message);
});

it('removes marks from user texts', () => {
  const forged = { name: `a${person('bob@x.example')}\uFDD0person:1\uFDD1.csv`, more: [1, null] };
  const clean = withoutMarks(forged);
  expect(clean).toEqual({ name: expect.stringMatching(/^a\uFFFDperson\uFFFD/), more: [1, null] });
  const entry = fieldsOf(`uploaded ${clean.name}`);
  expect(readable(entry)).toContain('\uFFFDperson:1\uFFFD.csv');
});
