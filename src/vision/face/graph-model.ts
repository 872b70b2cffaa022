// Loads and runs a tfjs graph model (JSON and weights). Replaces the executor of tfjs-converter at
// a tenth of its script size: only the few operations of the face networks are supported, and their
// order is planned once.

import { io, type Tensor, type TensorInfo } from '@tensorflow/tfjs-core';
import { freeUsedFilter } from './backend.ts';
import { type GraphNode, OPERATIONS, type Run } from './graph-operations.ts';
import { MODEL_FILES, type ModelName, type ReadFile } from './model-files.ts';
import { free, valuesOf } from './tensors.ts';

interface GraphDescription {
  modelTopology: { node: GraphNode[] };
  weightsManifest: { weights: io.WeightsManifestEntry[] }[];
}

interface Step {
  node: GraphNode;
  run: Run;
  inputs: string[];
  /**
   * The results that no later step reads. They are freed after this step, so that the heap does not
   * hold all layers at once.
   */
  release: string[];
}

type Weights = Record<string, Tensor>;

/** Operations whose second input is a filter. */
const FILTERED: ReadonlySet<string> = new Set(['_FusedConv2D', 'DepthwiseConv2dNative']);

/** One output of a network. Output names are inconsistent, so callers find outputs by shape. */
export interface Output {
  shape: number[];
  data: Float32Array;
}

export class GraphModel {
  readonly #name: string;
  readonly #input: string;
  readonly #outputs: string[];
  readonly #steps: Step[];
  readonly #weights: Weights;

  private constructor(name: string, { modelTopology }: GraphDescription, weights: Weights) {
    const nodes = modelTopology.node;
    const input = nodes.find((node) => node.op === 'Placeholder');
    if (!input) throw new Error(`Model ${name} has no input.`);
    this.#name = name;
    this.#input = input.name;
    this.#weights = weights;
    this.#outputs = nodes
      .filter((node) => node.op === 'Identity')
      .map((node) => inputName(node, 0));
    this.#steps = planSteps(name, nodes, this.#outputs, weights);
  }

  /**
   * Loads the model. The tfjs backend must be running.
   * @throws when a file cannot be read or contains an unsupported operation
   */
  static async load(name: ModelName, read: ReadFile): Promise<GraphModel> {
    const [descriptionFile, weightsFile] = MODEL_FILES[name];
    const [text, bytes] = await Promise.all([read(descriptionFile), read(weightsFile)]);
    const description = JSON.parse(new TextDecoder().decode(text)) as GraphDescription;
    const specs = description.weightsManifest.flatMap((group) => group.weights);
    return new GraphModel(name, description, io.decodeWeights(bytes, specs));
  }

  /**
   * @param input normalised RGB; freed by this call
   * @returns the outputs, in the order of the graph; all other tensors are freed
   */
  run(input: TensorInfo): Output[] {
    const values = new Map<string, TensorInfo>([[this.#input, input]]);
    try {
      for (const { node, run, inputs, release } of this.#steps) {
        values.set(node.name, run(inputs.map((name) => this.#valueOf(name, values))));
        for (const name of release) {
          const value = values.get(name);
          if (value) free(value);
          values.delete(name);
        }
      }
      return this.#outputs.map((name) => {
        const value = this.#valueOf(name, values);
        return { shape: value.shape, data: valuesOf(value) };
      });
    } finally {
      for (const value of values.values()) free(value);
    }
  }

  /**
   * Frees the filters permanently. Call it once, after a run: see freeUsedFilter. Use it only for a
   * net whose inputs always have the same size.
   */
  freeFilters(): void {
    for (const { node, inputs } of this.#steps) {
      const filter = FILTERED.has(node.op) ? this.#weights[inputs[1] ?? ''] : undefined;
      if (filter) freeUsedFilter(filter);
    }
  }

  #valueOf(name: string, values: ReadonlyMap<string, TensorInfo>): TensorInfo {
    const value = values.get(name) ?? this.#weights[name];
    if (!value) throw new Error(`Model ${this.#name} has no ${name}.`);
    return value;
  }
}

/** Returns the nodes that the outputs depend on, in topological order. */
function planSteps(model: string, nodes: GraphNode[], outputs: string[], weights: Weights): Step[] {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const steps: Step[] = [];
  const planned = new Set<string>();
  const plan = (name: string): void => {
    const node = byName.get(name);
    if (!node || planned.has(name) || node.op === 'Const' || node.op === 'Placeholder') return;
    planned.add(name);
    const prepare = OPERATIONS[node.op];
    if (!prepare) throw new Error(`Model ${model} uses the unsupported operation ${node.op}.`);
    const inputs = (node.input ?? []).map((_, index) => inputName(node, index));
    for (const input of inputs) plan(input);
    const run = prepare(node, (index) => {
      const weight = weights[inputs[index] ?? ''];
      if (!weight) throw new Error(`Model ${model} lacks weight ${index} of ${node.name}.`);
      return weight.dataSync();
    });
    steps.push({ node, run, inputs, release: [] });
  };
  for (const output of outputs) plan(output);
  planReleases(steps, outputs);
  return steps;
}

function planReleases(steps: Step[], outputs: string[]): void {
  const lastReader = new Map<string, Step>();
  for (const step of steps) {
    for (const input of step.inputs) lastReader.set(input, step);
  }
  for (const [name, step] of lastReader) {
    if (!outputs.includes(name)) step.release.push(name);
  }
}

/**
 * Returns the name of the node that provides an input. Inputs have the form `name` or
 * `name:output`; all nodes of these networks have one output.
 */
function inputName(node: GraphNode, index: number): string {
  return (node.input?.[index] ?? '').replace(/:\d+$/, '');
}
