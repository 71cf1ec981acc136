import { screen } from '@testing-library/react';
import type { InviteOutcome } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../test/fake-api';
import { renderRoute } from '../../test/render';
import { InviteForm } from './invite-form';

const api = new FakeApi();

function renderForm(status: InviteOutcome) {
  const sent = api.on(routes.invite, ({ emails }) => ({
    message: 'Invite is Successfull',
    invited: emails.map((email) => ({ email, status })),
  }));
  const { person } = renderRoute(<InviteForm />);
  const field = screen.getByLabelText('Invited Partners');
  const send = () => person.click(screen.getByRole('button', { name: 'Send Invitations' }));
  return { person, sent, field, send };
}

it('does not say that invitations were sent if there were none', async () => {
  const { person, field, send } = renderForm('own-address');
  await person.type(field, 'ann@a.example{Enter}');
  await send();
  expect(await screen.findByText('ann@a.example is your own address')).toBeVisible();
  expect(screen.getByText('The Invite failes')).toBeVisible();
  expect(screen.queryByText('Invite is Successfull')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Remove ann@a.example' })).toBeVisible();
});

it('sends nothing while text that is no address is left in its field', async () => {
  const { person, sent, field, send } = renderForm('invited');
  await person.type(field, 'ann@a.example{Enter}bob');
  await send();
  expect(screen.getByText('Please enter a valid email address')).toBeVisible();
  expect(field).toHaveFocus();
  expect(field).toBeInvalid();
  expect(sent).toEqual([]);
  await person.type(field, '@b.example');
  await send();
  expect(await screen.findByText('Invite is Successfull')).toBeVisible();
  expect(sent).toMatchObject([{ emails: ['ann@a.example', 'bob@b.example'] }]);
  expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
});
