const name = 'PausedError';

/** The reason to abort an upload that is resumed later. */
export const pauseReason = (): DOMException => new DOMException('', name);

export const isPause = ({ aborted, reason }: AbortSignal): boolean => aborted && (reason as Error).name === name;
