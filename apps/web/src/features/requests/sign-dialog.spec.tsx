import { screen, waitFor, within } from '@testing-library/react';
import type { FoundContact } from '@tradepost/client/contacts/found-contact';
import { auditor, renderRoute, sender as owner } from '../../test/render';
import { sampleRequest } from '../../test/samples';
import { SignDialog } from './sign-dialog';

const signed: unknown[] = [];
let sender: Partial<FoundContact> | null;
jest.mock('../../sealing/requesting', () => ({
  senderOf: async () => sender,
  signPending: async (...given: unknown[]) => void signed.push(given),
}));

const found = (state: FoundContact['state']) =>
  ({
    state,
    keys: { address: 'ann@sender.example' },
    fingerprint: '11111 22222 33333 44444 55555 66666 77777 88888',
    how: 'compared',
  }) as FoundContact;
const request = sampleRequest({ companyName: 'A company that the server names' });

function renderDialog(user = owner) {
  const { person } = renderRoute(<SignDialog request={request} onClose={jest.fn()} />, { user });
  const dialog = within(screen.getByRole('dialog', { name: 'Sign request' }));
  return { person, dialog, sign: () => dialog.getByRole('button', { name: /Sign request/ }) };
}

describe('the dialog that signs a request', () => {
  beforeEach(() => void signed.splice(0));

  it('shows the address of the sender’s keys, and signs for it alone', async () => {
    sender = found('same');
    const { person, dialog, sign } = renderDialog();
    expect(sign()).toBeDisabled();
    expect(await dialog.findByText(/You sign this request for ann@sender\.example\./)).toBeVisible();
    expect(dialog.getByText('Security number of ann@sender.example, unchanged')).toBeVisible();
    await person.click(sign());
    await waitFor(() => expect(signed).toEqual([[request, 'ann@sender.example']]));
  });

  it.each([
    ['with changed keys', () => found('changed'), /security number changed/],
    ['without keys', () => null, /hasn’t set up encryption yet/],
  ])('signs nothing for a sender %s', async (_, of, text) => {
    sender = of();
    const { dialog, sign } = renderDialog();
    expect(await dialog.findByText(text)).toBeVisible();
    expect(sign()).toBeDisabled();
  });

  it('says why a member without keys of the company cannot sign', () => {
    sender = found('same');
    const { dialog, sign } = renderDialog(auditor);
    expect(dialog.getByText(/You have no access to the end-to-end encrypted files of your company/)).toBeVisible();
    expect(sign()).toBeDisabled();
  });
});
