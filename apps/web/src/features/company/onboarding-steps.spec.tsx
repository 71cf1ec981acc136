import { screen, within } from '@testing-library/react';
import { renderRoute } from '../../test/render';
import { StepsLine, StepsSidebar } from './onboarding-steps';

test('the invite step is the second of two in the sidebar, and the line of phones names no other number', () => {
  renderRoute(
    <>
      <StepsSidebar step={1} />
      <StepsLine step={1} />
    </>,
  );
  const [company, invite] = screen.getAllByRole('listitem');
  expect(within(company!).getByLabelText('done')).toBeVisible();
  expect(within(invite!).getByText('2')).toBeVisible();
  const line = screen.getByRole('progressbar', { name: 'Progress of your sign-up' });
  expect(line).toHaveAttribute('aria-valuenow', '4');
  expect(line).toHaveAttribute('aria-valuemax', '5');
  expect(line).toHaveTextContent('');
  expect(line.children).toHaveLength(5);
  expect(screen.queryByText(/^Step \d/)).not.toBeInTheDocument();
});
