import { screen } from '@testing-library/react';
import type { FoundContact } from '@tradepost/client/contacts/found-contact';
import { renderRoute } from '../test/render';
import { ChangedKey } from './key-check';
import { KnownKey } from './known-key';

const contactOf = (known: Pick<FoundContact, 'state' | 'how'>) =>
  ({
    ...known,
    keys: { address: 'ann@sender.example' },
    fingerprint: '11111 22222 33333 44444 55555 66666 77777 88888',
  }) as FoundContact;
const other = 'A company that the server names';

it.each<[Pick<FoundContact, 'state' | 'how'>, string]>([
  [{ state: 'first' }, 'First exchange with ann@sender.example: check these numbers by phone'],
  [{ state: 'same', how: 'first' }, 'Security number of ann@sender.example, not compared yet: check it by phone'],
  [{ state: 'same' }, 'Security number of ann@sender.example, not compared yet: check it by phone'],
  [{ state: 'same', how: 'compared' }, 'Security number of ann@sender.example, unchanged'],
  [{ state: 'same', how: 'imported' }, 'Security number of ann@sender.example, unchanged'],
])('names the address that the keys state, and says whether a person has compared them: %j', (known, text) => {
  renderRoute(<KnownKey contact={contactOf(known)} who={other} />);
  expect(screen.getByText(text)).toBeVisible();
  expect(document.body).not.toHaveTextContent(other);
});

it('warns of changed keys under the address that they state', () => {
  const contact = contactOf({ state: 'changed' });
  renderRoute(<ChangedKey contact={contact} who={other} blocked="Nothing is sent." onAccepted={jest.fn()} />);
  expect(screen.getByRole('alert')).toHaveTextContent('ann@sender.example’s security number changed');
  expect(document.body).not.toHaveTextContent(other);
});
