import { screen, within } from '@testing-library/react';
import { AppError } from '@tradepost/contracts/errors';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../test/fake-api';
import { renderRoute, sender } from '../../test/render';
import { NameCard } from './name-card';

const api = new FakeApi();

it('saves another name and keeps the dialog with what was typed if that fails', async () => {
  let refuses = true;
  const saved = api.on(routes.saveName, (name) => {
    if (refuses) throw new AppError('TOO_MANY');
    return name;
  });
  const { person } = renderRoute(<NameCard user={sender} />);
  await person.click(screen.getByRole('button', { name: 'Change name' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change name' }));
  const first = dialog.getByLabelText('First Name');
  expect(first).toHaveValue(sender.firstName);
  await person.clear(first);
  await person.click(dialog.getByRole('button', { name: 'Change name' }));
  expect(await dialog.findByText('First name is required')).toBeVisible();
  expect(saved).toEqual([]);
  await person.type(first, 'Anna');
  await person.click(dialog.getByRole('button', { name: 'Change name' }));
  expect(await dialog.findByText('Too many attempts. Please try again later.')).toBeVisible();
  expect(first).toHaveValue('Anna');
  refuses = false;
  await person.click(dialog.getByRole('button', { name: 'Change name' }));
  expect(await screen.findByText('Your name was changed.')).toBeVisible();
  expect(saved.at(-1)).toEqual({ firstName: 'Anna', lastName: sender.lastName });
});

it('is not offered to who signs in by the sign-in service of the company', () => {
  renderRoute(<NameCard user={{ ...sender, sso: true }} />, { user: { ...sender, sso: true } });
  expect(screen.queryByRole('button', { name: 'Change name' })).not.toBeInTheDocument();
});
