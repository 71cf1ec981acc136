import { assertFit, assertMayPass, type Successor } from './handover.policy';

const refused = (code: string) => expect.objectContaining({ code });
const fit: Successor = {
  account: { passwordHash: 'a hash', suspendedAt: null, deletionAt: null, deletedAt: null },
  roles: ['co-owner', 'auditor'],
  hasKeys: true,
};

it('lets a co-owner with a password and the keys of the company take it over', () => {
  expect(() => assertFit(fit)).not.toThrow();
});

it.each<[string, Successor]>([
  ['someone who is no member', { ...fit, roles: null }],
  ['a manager', { ...fit, roles: ['manager'] }],
  ['a co-owner without the keys', { ...fit, hasKeys: false }],
  ['one without a password', { ...fit, account: { ...fit.account, passwordHash: '' } }],
  ['one who is suspended', { ...fit, account: { ...fit.account, suspendedAt: new Date() } }],
  ['one who is going to be deleted', { ...fit, account: { ...fit.account, deletionAt: new Date() } }],
  ['one who is deleted', { ...fit, account: { ...fit.account, deletedAt: new Date() } }],
])('but not %s', (_what, successor) => {
  expect(() => assertFit(successor)).toThrow(refused('HANDOVER_UNFIT'));
});

it('passes an account on that is not about to be deleted and serves no other company', () => {
  const account = { deletionAt: null };
  expect(() => assertMayPass({ account, servesOthers: false })).not.toThrow();
  expect(() => assertMayPass({ account, servesOthers: true })).toThrow(refused('HANDOVER_MEMBERSHIPS'));
  expect(() => assertMayPass({ account: { deletionAt: new Date() }, servesOthers: false })).toThrow(
    refused('NOT_ALLOWED'),
  );
});
