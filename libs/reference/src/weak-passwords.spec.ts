import { contextWords, weaknessOf } from './weak-passwords';

const email = 'ann.miller@harbour.example';

test.each(['Tradepost1!', 'TRADE-POST!!', 'tradepost-ann', 'Miller+1!', 'ann.miller@1', 'Harbour.1', 'harbour-trade!'])(
  '%s, which strangers try first, is guessable',
  (password) => {
    expect(weaknessOf(password, email)).toBe('PASSWORD_GUESSABLE');
  },
);

test.each(contextWords)('the word %s does not count for the length of a password', (word) => {
  expect(weaknessOf(`${word}${word}abc`, email)).toBe('PASSWORD_GUESSABLE');
  expect(weaknessOf(`${word}${word}abcd`, email)).toBeNull();
});

test.each(['correct horse!', 'Miller-sails-at-9', 'xQ7-vL2p'])('%s is not guessable', (password) => {
  expect(weaknessOf(password, email)).toBeNull();
});

test('a breached password is refused, whatever else it contains', () => {
  expect(weaknessOf('Password123', email)).toBe('PASSWORD_BREACHED');
});
