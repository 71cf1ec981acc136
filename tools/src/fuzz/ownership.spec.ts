import { Ownership } from './ownership';

const [first, second] = ['0199aaaa-0000-7000-8000-000000000001', '0199aaaa-0000-7000-8000-000000000002'];

it("reports another tenant's id, name or address, unless the call had it", () => {
  const ownership = new Ownership();
  ownership.claim('A', ['ann@acme.example']);
  expect(ownership.foreignIn('A', `{"id":"${first}","email":"ann@acme.example"}`, '')).toBeUndefined();
  expect(ownership.foreignIn('B', `{"id":"${second}"}`, '')).toBeUndefined();
  expect(ownership.foreignIn('B', `{"id":"${first}"}`, '')).toBe(first);
  expect(ownership.foreignIn('B', '{"email":"ann@acme.example"}', '')).toBe('ann@acme.example');
  expect(ownership.foreignIn('B', `No folder ${first}`, `/folders/${first}`)).toBeUndefined();
});
