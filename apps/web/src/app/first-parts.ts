// one script instead of three: the page behind a mailed link needs them at once
export { PlainLayout } from './layout/plain-layout';
export { default as SessionTasks } from './session/session-tasks';
export { default as DownloadPage } from '../features/transfers/download/download.page';
