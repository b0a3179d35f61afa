import {
  BinaryOperationNode,
  ColumnNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  OperatorNode,
  type QueryId,
  type RawNode,
  ReferenceNode,
  ValueNode,
} from "kysely";

/**
 * Removes the application's ownership filters, every `user_id = <value>`, from each query, so that only the database's
 * own rules protect members' rows from each other.
 */
export class WithoutOwnershipFilters implements KyselyPlugin {
  readonly #remover = new FilterRemover();

  /** Number of filters removed so far. */
  get removed(): number {
    return this.#remover.removed;
  }

  transformQuery: KyselyPlugin["transformQuery"] = ({ node, queryId }) => this.#remover.transformNode(node, queryId);
  transformResult: KyselyPlugin["transformResult"] = async ({ result }) => result;
}

const one = ValueNode.createImmediate(1);
const always = BinaryOperationNode.create(one, OperatorNode.create("="), one);

class FilterRemover extends OperationNodeTransformer {
  removed = 0;

  protected override transformBinaryOperation(node: BinaryOperationNode, queryId: QueryId): BinaryOperationNode {
    if (!isOwnershipFilter(node)) return super.transformBinaryOperation(node, queryId);
    this.removed += 1;
    return always;
  }

  protected override transformRaw(node: RawNode, queryId: QueryId): RawNode {
    if (node.sqlFragments.some((text) => text.replaceAll(joinOnMember, "").includes("user_id"))) {
      throw new Error(`A filter in raw SQL cannot be taken out: ${node.sqlFragments.join("?")}`);
    }
    return super.transformRaw(node, queryId);
  }
}

/** A comparison of two columns, which does not filter by a member's id. */
const joinOnMember = /\b\w+\.user_id = \w+\.user_id\b/g;

/** `user_id = <value>` or `t.user_id = <value>`; a join's `a.user_id = b.user_id` names no member. */
function isOwnershipFilter({ leftOperand, operator, rightOperand }: BinaryOperationNode): boolean {
  return (
    ReferenceNode.is(leftOperand) &&
    ColumnNode.is(leftOperand.column) &&
    leftOperand.column.column.name === "user_id" &&
    OperatorNode.is(operator) &&
    operator.operator === "=" &&
    ValueNode.is(rightOperand)
  );
}
