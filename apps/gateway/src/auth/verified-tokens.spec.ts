import { VerifiedTokens } from './verified-tokens';

describe('a verified token', () => {
  const exp = 1_800_000_000;
  const at = (seconds: number) => new Date(seconds * 1_000);

  it('is cached until it expires', () => {
    const tokens = new VerifiedTokens();
    tokens.remember('one', { sid: 's', bnd: 'b', exp });
    expect(tokens.find('one', at(exp - 1))).toEqual({ sid: 's', bnd: 'b', exp });
    expect(tokens.find('other', at(exp - 1))).toBeUndefined();
    expect(tokens.find('one', at(exp))).toBeUndefined();
    expect(tokens.find('one', at(exp - 1))).toBeUndefined();
  });

  it('is removed from the cache with its session', () => {
    const tokens = new VerifiedTokens();
    tokens.remember('one', { sid: 's', exp });
    tokens.forget('one');
    expect(tokens.find('one', at(exp - 1))).toBeUndefined();
  });
});
