import { screen, waitFor } from '@testing-library/react';
import { AppError } from '@tradepost/contracts/errors';
import type { UsualExpiry } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { axe } from 'jest-axe';
import { FakeApi } from '../../test/fake-api';
import { manager, renderRoute } from '../../test/render';
import { sampleMe } from '../../test/samples';
import { UsualExpiryCard } from './usual-expiry-card';

const api = new FakeApi();
const save = () => screen.getByRole('button', { name: 'Save' });

it('shows the usual expiry of the company, and saves another one', async () => {
  let stored: UsualExpiry = 'week';
  const me = () => sampleMe(manager, { usualExpiry: stored });
  api.on(routes.me, me);
  const saved = api.on(routes.setUsualExpiry, ({ usualExpiry }) => {
    stored = usualExpiry;
    return { message: 'The usual expiry was saved', company: me().company! };
  });
  const { person, container } = renderRoute(<UsualExpiryCard />, { user: manager });
  await waitFor(() => expect(screen.getByRole('radio', { name: '7 days' })).toBeChecked());
  expect(save()).toBeDisabled();
  expect(screen.getAllByRole('radio').map(({ parentElement }) => parentElement?.parentElement?.textContent)).toEqual([
    'Ask each time',
    'Tomorrow',
    '7 days',
    '30 days',
    'End of month',
  ]);
  await person.click(screen.getByRole('radio', { name: 'End of month' }));
  expect(await axe(container)).toHaveNoViolations();
  await person.click(save());
  expect(await screen.findByText('The usual expiry was saved')).toBeVisible();
  await waitFor(() => expect(save()).toBeDisabled());
  expect(screen.getByRole('radio', { name: 'End of month' })).toBeChecked();
  expect(saved).toEqual([{ usualExpiry: 'endOfMonth' }]);
});

it('says why nothing was saved, and leaves the choice', async () => {
  api.on(routes.me, () => sampleMe(manager));
  api.on(routes.setUsualExpiry, () => {
    throw new AppError('NOT_ALLOWED');
  });
  const { person } = renderRoute(<UsualExpiryCard />, { user: manager });
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Ask each time' })).toBeChecked());
  await person.click(screen.getByRole('radio', { name: 'Tomorrow' }));
  await person.click(save());
  expect(await screen.findByText(new AppError('NOT_ALLOWED').message)).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Tomorrow' })).toBeChecked();
});
