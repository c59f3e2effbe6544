"""The phrases of English."""

from __future__ import annotations

from graphmem.directives.phrases import Phrases, StandingPhrases, folded_words, heads_of

ENGLISH = StandingPhrases(
    always=Phrases("always|at all times|every single time|without exception"),
    never=Phrases("never|don't ever|do not ever|not ever|under no circumstances"),
    denials=Phrases("don't|do not|dont|not|please don't"),
    again=Phrases("again|anymore|any more|any longer|ever|in the future"),
    lasting=Phrases("from now on|from here on|from today on|going forward|in future|in the future|by default|as a rule"
        "|henceforth"),
    once=Phrases("today|tonight|tomorrow|now|this time|this once|just once|for once|here"),
    leads=Phrases(
        "please|and|so|also|but|ok|okay|then|just|hey|remember|remember to|remember that you should|do|you should"
        "|you must|you need to"
        "|you have to|you are to|i want you to|i need you to|i'd like you to|i would like you to|i expect you to"
        "|i'd prefer you to"
        "|i'd prefer if you|make sure to|make sure you|make sure that you|be sure to|try to|to|kindly|instead|as a rule|let's"
    ),
    asks=Phrases("can you|could you|would you|will you"),
    verbs=folded_words("""
        answer reply respond suggest recommend use write give show send mention offer propose include translate address
        explain keep format ask remind tell talk speak add assume quote cite greet schedule book provide highlight confirm
        check list summarise summarize present state note report specify verify describe return convert round compare start
        begin end avoid limit name label order sort put set stick structure refer cover break follow prioritise prioritize
        focus treat consider emphasise emphasize illustrate round express phrase word sign skip omit leave"""),
    clitics=(),
    stops=Phrases("stop|quit|no more"),
    stopped=folded_words("""
        answering replying responding suggesting recommending using writing giving showing sending mentioning offering
        proposing including translating addressing explaining asking reminding telling talking adding assuming quoting
        calling apologising apologizing"""),
    called=Phrases("call me|address me as|refer to me as"),
    conditions=Phrases("when|whenever|every time|each time|any time|anytime|if|unless|where|while|as long as"),
    recurring=Phrases("whenever|every time|each time|any time|anytime|when i ask|when i'm asking|when you|if i ask"
        "|if i ever"),
    heads=heads_of({
        (0.85, True): "i prefer|i'd prefer|i would prefer|i'd rather|i would rather|i favour|i favor|my preference is"
        "|my preference for"
        "|my preferred|my favourite|my favorite|i'm partial to|works best for me",
        (0.85, False): "i'd rather not|i would rather not|i'd prefer not|i would prefer not|i prefer not|i no longer prefer"
        "|i don't prefer|i do not prefer",
        (0.7, True): "i like|i love|i enjoy|i'm fond of|i am fond of|i'm a fan of|i am a fan of",
        (0.7, False): "i dislike|i hate|i don't like|i do not like|i can't stand|i cannot stand|i don't enjoy|i do not enjoy"
        "|i no longer like|i don't want you to|i do not want you to|i'm not a fan of|i am not a fan of|i stay away from"
        "|i avoid"
        "|i don't eat|i do not eat|i don't drink|i do not drink|i never eat|i never drink|i detest",
        (0.6, True): "i've chosen|i have chosen|i chose|i've opted for|i have opted for|i opted for"
        "|i've decided to keep|i decided to keep"
        "|i've decided to stick|i decided to stick|i've decided to use|i decided to use|i've decided to go with"
        "|i decided to go with"
        "|i've decided to always|i've decided to only",
        (0.6, False): "i've decided against|i have decided against|i decided against|i've decided to avoid"
        "|i've decided to stop"
        "|i've decided to never",
        (0.55, True): "i always|i usually|i normally|i typically",
        (0.55, False): "i never",
        (0.5, True): "i'm trying to keep|i am trying to keep|i try to keep|i want to keep|i'm trying to stick to"
        "|i try to stick to"
        "|i stick to|i insist on",
        (0.5, False): "i'm trying to avoid|i am trying to avoid|i try to avoid|i want to avoid|i'd like to avoid"
        "|i would like to avoid",
    }),
    adverbs=folded_words("really also generally usually strongly definitely much still personally just do always"
        " actually absolutely"),
    blockers=folded_words("if whether do did does should would could can may might why what which how than who that"
        " unless nor"),
    deictic=folded_words("it that this those these them him her you your how what when where being"),
    requests=Phrases(
        "can you|could you|would you|will you|can i|can we|could i|could we|how|what|what's|which|where|why|who"
        "|should i|should we|do you"
        "|do i|is it|is that|is there|are there|any|so can|so could|so how|so what|so would|and can|and could|and how"
        "|and what|but i'm not"
        "|but i am not|but i don't know|but how|but what|but can|but could|considering|given|let's|so i'm|and i'm"
        "|and i need|and i want"
        "|but i'm|so please|please|i'm wondering|i was wondering"
    ),
)  # fmt: skip
