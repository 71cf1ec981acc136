import { screen, waitFor } from '@testing-library/react';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../test/fake-api';
import { renderRoute, sender } from '../../test/render';
import { useAuth } from '../../session/auth.store';
import { onboardingTicket } from '../../session/tickets';
import { OnboardingActions } from './onboarding-actions';

const api = new FakeApi();

test.each([
  ['sender', '/login'],
  ['receiver', '/receiver/login'],
] as const)('a %s who stops the onboarding is signed out, and gets to %s', async (userType, login) => {
  const left = api.on(routes.logout, () => ({ message: 'Bye' }));
  const { person, address } = renderRoute(<OnboardingActions ticket="ticket" hasBrand={false} />, {
    path: '/signup-details',
    user: { ...sender, userType },
  });
  onboardingTicket.write('ticket');
  await person.click(screen.getByRole('button', { name: 'Log Out' }));
  await waitFor(() => expect(address.current).toBe(login));
  expect(left).toHaveLength(1);
  expect(onboardingTicket.read()).toBeUndefined();
  expect(useAuth.getState().user).toBeNull();
});

test('the language can be chosen during the onboarding', () => {
  renderRoute(<OnboardingActions ticket="ticket" hasBrand={false} />);
  expect(screen.getByRole('combobox', { name: 'Language' })).toHaveValue('en');
});
