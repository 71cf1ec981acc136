import { act } from '@testing-library/react';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../test/fake-api';
import { renderRoute, sender } from '../../test/render';
import { KeyNotice } from './key-notice';
import { closedVault, useVaultStore } from '../vault.store';

const place = (container: HTMLElement) => container.querySelector<HTMLElement>('.held-place');

const api = new FakeApi();

beforeEach(() => {
  api.on(routes.keys, () => new Promise(() => undefined));
  useVaultStore.setState(closedVault);
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 56 });
});

test('the space for the notice is reserved while the keys are loaded, if this person has seen it before', () => {
  const first = renderRoute(<KeyNotice />);
  expect(place(first.container)).toBeNull();
  act(() => useVaultStore.setState({ state: 'locked' }));
  expect(first.getByText(/Your encryption keys are locked/)).toBeVisible();
  first.unmount();
  act(() => useVaultStore.setState(closedVault));
  const second = renderRoute(<KeyNotice />);
  expect(place(second.container)?.style.getPropertyValue('--height')).toBe('56px');
  second.unmount();
  expect(place(renderRoute(<KeyNotice />, { user: { ...sender, id: 'another' } }).container)).toBeNull();
});

test('without a notice no space is reserved, now and at the next visit', () => {
  localStorage.setItem('key-notice', JSON.stringify({ userId: sender.id, height: 56 }));
  const first = renderRoute(<KeyNotice />);
  expect(place(first.container)).not.toBeNull();
  act(() => useVaultStore.setState({ state: 'open' }));
  expect(place(first.container)).toBeNull();
  first.unmount();
  act(() => useVaultStore.setState(closedVault));
  expect(place(renderRoute(<KeyNotice />).container)).toBeNull();
});
