import { screen, within } from '@testing-library/react';
import { AppError } from '@tradepost/contracts/errors';
import type { RequestComment, RequestDetails } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { axe } from 'jest-axe';
import { FakeApi } from '../../../test/fake-api';
import { auditor, renderRoute } from '../../../test/render';
import { sampleDetails } from '../../../test/samples';
import { Comments } from './comments';

const api = new FakeApi();
const first: RequestComment = {
  id: 'c1',
  requestId: 'r1',
  side: 'receiver',
  email: 'rita@reader.example',
  internal: false,
  text: 'For May, please.',
  at: '2026-11-02T10:00:00.000Z',
};

function renderComments(
  details: RequestDetails,
  { user = undefined as typeof auditor | undefined, older = [] as RequestComment[] } = {},
) {
  const comments = [first];
  api.on(routes.comments, ({ before }) =>
    before ? { comments: older, next: null } : { comments, next: older.length > 0 ? first.id : null },
  );
  const written = api.on(routes.comment, ({ text, internal = false }) => {
    const comment: RequestComment = { ...first, id: 'c2', side: 'sender', email: 'sam@sender.example', text, internal };
    comments.push(comment);
    return { comment };
  });
  return { ...renderRoute(<Comments details={details} />, { ...(user && { user }) }), written };
}

it('adds an internal comment to those of both sides', async () => {
  const { person, written, container } = renderComments(sampleDetails());
  expect(await screen.findByText('For May, please.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Comment' })).toBeDisabled();
  await person.type(screen.getByLabelText('Your comment'), ' Do we trust them? ');
  expect(screen.getByText(/Both sides see it/)).toBeVisible();
  await person.click(screen.getByRole('checkbox', { name: 'Only for my company' }));
  expect(screen.getByText('Only your company sees it.')).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
  await person.click(screen.getByRole('button', { name: 'Comment' }));
  const list = within(await screen.findByRole('list', { name: 'Comments' }));
  expect(await list.findByText('Internal')).toBeVisible();
  expect(written).toEqual([{ id: 'r1', text: 'Do we trust them?', internal: true }]);
  expect(screen.getByLabelText('Your comment')).toHaveValue('');
});

it('shows older comments above the newer ones when asked for them', async () => {
  const { person } = renderComments(sampleDetails(), { older: [{ ...first, id: 'c0', text: 'For April?' }] });
  await person.click(await screen.findByRole('button', { name: 'Show older comments' }));
  expect(await screen.findByText('For April?')).toBeVisible();
  const items = within(screen.getByRole('list', { name: 'Comments' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => /For \w+/.exec(textContent)?.[0])).toEqual(['For April', 'For May']);
  expect(screen.queryByRole('button', { name: 'Show older comments' })).not.toBeInTheDocument();
});

it('keeps the text when it could not be sent', async () => {
  const { person } = renderComments(sampleDetails({ role: 'receiver' }));
  api.on(routes.comment, () => {
    throw new AppError('TOO_MANY');
  });
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  await person.type(await screen.findByLabelText('Your comment'), 'Hello');
  await person.click(screen.getByRole('button', { name: 'Comment' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByLabelText('Your comment')).toHaveValue('Hello');
});

it('shows comments to an auditor, who writes none', async () => {
  renderComments(sampleDetails(), { user: auditor });
  expect(await screen.findByText('For May, please.')).toBeVisible();
  expect(screen.queryByLabelText('Your comment')).not.toBeInTheDocument();
});
