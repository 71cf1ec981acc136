import { screen } from '@testing-library/react';
import dayjs, { type Dayjs } from 'dayjs';
import { renderRoute } from '../../test/render';
import { ExpiryPresets } from './expiry-presets';

const from = dayjs('2026-02-21T15:30:00');

function renderPresets(value: Dayjs | null = null, start = from) {
  const chosen: string[] = [];
  const { person } = renderRoute(
    <ExpiryPresets
      label="Available for"
      from={start}
      value={value}
      onChoose={(end) => chosen.push(end.format('YYYY-MM-DD HH:mm'))}
    />,
  );
  return { person, chosen };
}

const button = (name: string) => screen.getByRole('button', { name });

describe('the common expiry dates', () => {
  it('choose the end of the day', async () => {
    const { person, chosen } = renderPresets();
    for (const name of ['1 day', '7 days', '30 days', 'End of month']) await person.click(button(name));
    expect(chosen).toEqual(['2026-02-22 23:59', '2026-02-28 23:59', '2026-03-23 23:59', '2026-02-28 23:59']);
  });

  it('mark the one that is chosen, and only one', () => {
    renderPresets(dayjs('2026-02-28T23:59:00'));
    const pressed = screen.getAllByRole('button', { pressed: true });
    expect(pressed.map(({ textContent }) => textContent)).toEqual(['7 days']);
  });

  it('offer only dates after the start', () => {
    renderPresets(null, dayjs('2026-02-28T23:59:00'));
    expect(button('End of month')).toBeDisabled();
    expect(button('1 day')).toBeEnabled();
  });
});
