// one script instead of two: the page behind a mailed link needs them at once
export { PlainLayout } from './layout/plain-layout';
export { default as DownloadPage } from '../features/transfers/download/download.page';
