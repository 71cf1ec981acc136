import { App, Button } from 'antd';

const undoSeconds = 10;

/** Confirms an action and offers to undo it for ten seconds. */
export function useUndo() {
  const { notification } = App.useApp();
  return (title: string, undo: () => void) => {
    const key = 'undo';
    const take = () => {
      notification.destroy(key);
      undo();
    };
    notification.success({
      key,
      role: 'status',
      title,
      duration: undoSeconds,
      showProgress: true,
      actions: (
        <Button size="small" onClick={take}>
          Undo
        </Button>
      ),
    });
  };
}
