import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { renderRoute, sender } from '../test/render';
import { SenderOnly } from './guards';

const screens = (
  <Routes>
    <Route path="/" element={<h1>Start</h1>} />
    <Route element={<SenderOnly />}>
      <Route path="/workspace" element={<h1>Folders</h1>} />
    </Route>
  </Routes>
);

test("a receiver is redirected from a sender's screen to the start page", () => {
  renderRoute(screens, { path: '/workspace', user: { ...sender, userType: 'receiver' } });
  expect(screen.getByRole('heading', { name: 'Start' })).toBeVisible();
});

test('a sender stays', () => {
  renderRoute(screens, { path: '/workspace' });
  expect(screen.getByRole('heading', { name: 'Folders' })).toBeVisible();
});
