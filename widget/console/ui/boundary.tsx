// An error boundary for pages that fail to load or render. Retrying reloads the document, because
// after a release the files of the previous release no longer exist.
import { Component, type ReactNode } from 'react';
import { ErrorNote } from './note.tsx';

interface Props {
  children: ReactNode;
}

export class Boundary extends Component<Props, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <ErrorNote error={error} onRetry={() => location.reload()} />;
  }
}
