import { act, render, screen } from '@testing-library/react';
import { Countdown } from './countdown';

beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-01T10:00:00.000Z') }));
afterEach(() => jest.useRealTimers());

const shown = () => screen.getByRole('timer').textContent;

describe('countdown', () => {
  it('shows days, hours, minutes and seconds and counts each second', () => {
    render(<Countdown until="2026-11-03T13:04:05.000Z" onOver={jest.fn()} />);
    expect(shown()).toBe('02days03hours04minutes05seconds');
    act(() => jest.advanceTimersByTime(6_000));
    expect(shown()).toBe('02days03hours03minutes59seconds');
  });

  it('reports the end once and stops at zero', () => {
    const onOver = jest.fn();
    render(<Countdown until="2026-11-01T10:00:02.000Z" onOver={onOver} />);
    act(() => jest.advanceTimersByTime(1_000));
    expect(onOver).not.toHaveBeenCalled();
    act(() => jest.advanceTimersByTime(10_000));
    expect(shown()).toBe('00days00hours00minutes00seconds');
    expect(onOver).toHaveBeenCalledTimes(1);
  });
});
