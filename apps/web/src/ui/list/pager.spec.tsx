import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Pager } from './pager';

function Paged({ total, from = 1 }: { total: number; from?: number }) {
  const [page, setPage] = useState(from);
  return <Pager page={page} pageSize={10} total={total} what="files" onPage={setPage} />;
}

const numbers = () => screen.getAllByRole('button', { name: /^Page \d+$/ }).map(({ textContent }) => textContent);
const go = (name: string) => userEvent.setup({ delay: null }).click(screen.getByRole('button', { name }));

describe('pager', () => {
  it('shows the range of the current page, also of a partial last page', async () => {
    render(<Paged total={25} />);
    expect(screen.getByRole('status')).toHaveTextContent('Showing 1-10 of 25 files');
    expect(screen.getByRole('button', { name: 'Previous page' })).toBeDisabled();
    await go('Page 3');
    expect(screen.getByRole('status')).toHaveTextContent('Showing 21-25 of 25 files');
    expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
  });

  it('offers five pages around the current one', async () => {
    render(<Paged total={95} />);
    expect(numbers()).toEqual(['1', '2', '3', '4', '5']);
    await go('Page 5');
    expect(numbers()).toEqual(['3', '4', '5', '6', '7']);
    await go('Page 7');
    await go('Next page');
    await go('Page 10');
    expect(numbers()).toEqual(['6', '7', '8', '9', '10']);
    expect(screen.getByRole('button', { name: 'Page 10' })).toHaveAttribute('aria-current', 'page');
  });
});
