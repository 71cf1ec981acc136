import { screen } from '@testing-library/react';
import type { FoundContact } from '@tradepost/client/contacts/found-contact';
import { renderRoute } from '../test/render';
import { ChangedKey } from './key-check';

const contact = {
  state: 'changed',
  keys: {},
  fingerprint: '11111 22222 33333 44444 55555 66666 77777 88888',
  before: '99999 22222 33333 44444 55555 66666 77777 88888',
} as unknown as FoundContact;

it('accepts a changed key only after the comparison is ticked', async () => {
  const { person } = renderRoute(
    <ChangedKey contact={contact} who="rita@reader.example" blocked="Nothing is sent." onAccepted={jest.fn()} />,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('security number changed');
  const accept = screen.getByRole('button', { name: 'The numbers match, continue' });
  expect(accept).toBeDisabled();
  await person.click(screen.getByRole('checkbox', { name: 'We compared all eight groups and they match' }));
  expect(accept).toBeEnabled();
});
