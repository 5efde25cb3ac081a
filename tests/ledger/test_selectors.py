"""Reading the books."""

from uuid import UUID, uuid4

from ledger import selectors, services
from ledger.models import Account, Book
from tests.ledger.conftest import ANN, BOB, NOW, Post


def test_a_statement_has_the_balance_after_each_posting(ann: Account, bob: Account, post: Post) -> None:
    first = post((ann, 500), (bob, -500), kind="buy-in", memo="ten chips")
    post((ann, -200), (bob, 200))
    services.reverse(first, key="back", at=NOW, reason="never happened")
    lines = selectors.statement(ann)
    assert [(line.amount, line.balance) for line in lines] == [(500, 500), (-200, 300), (-500, -200)]
    assert (lines[0].kind, lines[0].memo, lines[2].reverses) == ("buy-in", "ten chips", first.pk)
    assert [line.balance for line in selectors.statement(bob)] == [-500, -300, 200]


def test_a_scope_is_read_as_a_whole(book: Book, ann: Account, bob: Account, post: Post) -> None:
    night, other = uuid4(), uuid4()

    def chips(owner: UUID, scope: UUID) -> Account:
        return services.open_account(book, "chips", "EUR", owner=owner, scope=scope)

    bought = post((chips(ANN, night), 300), (ann, -300), kind="buy-in", scope=night)
    post((chips(BOB, night), 200), (bob, -200), kind="buy-in", scope=night)
    post((chips(BOB, other), 50), (bob, -50), kind="buy-in", scope=other)
    assert selectors.totals(book, scope=night) == {("chips", "EUR"): 500}
    assert selectors.moved(book, scope=night, account_kind="balance") == {"EUR": -500}
    assert selectors.balances_by_owner(book, "chips", "EUR", scope=night) == {ANN: 300, BOB: 200}
    assert selectors.balances_by_owner(book, "balance", "EUR") == {ANN: -300, BOB: -250}
    assert selectors.journal(book, scope=night).first() == bought
    assert [p.amount for p in selectors.lines([bought])[bought.pk]] == [300, -300]
    assert selectors.journal(book).count() == 3
