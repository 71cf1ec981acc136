import { newRecoveryCode } from '@tradepost/sealing/recovery';
import { kitText, twoGroups } from './kit.policy';

describe('the recovery kit', () => {
  it('asks for two different groups that are there, whatever chance says', () => {
    for (let a = 0; a < 8; a++) {
      for (let b = 0; b < 7; b++) {
        const chance = [(a + 0.5) / 8, (b + 0.5) / 7];
        const [first, second] = twoGroups(() => chance.shift() ?? 0);
        expect(first).toBeGreaterThanOrEqual(0);
        expect(second).toBeGreaterThan(first);
        expect(second).toBeLessThan(8);
      }
    }
  });

  it('has the key on a line of its own, and says whose it is', () => {
    const code = newRecoveryCode();
    const lines = kitText({
      code,
      email: 'pat@example.com',
      origin: 'https://trade.example',
      made: '1 Feb 2026',
    }).split('\n');
    expect(lines).toContain(code);
    expect(lines).toContain('Account: pat@example.com');
  });
});
